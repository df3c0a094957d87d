#!/bin/sh
# Prints a plan with N questions, each of which reads the steps ten and nine before it:
# benches/ten.sh 10000
awk -v n="$1" 'BEGIN {
    print "elenchus: 1\ntitle: Ten live bits\nclaim: \"Alice claims: the last answer is yes.\""
    print "protocol: {stochastic: {constants: lean, k: 1}}\nmachine:\n  plan:\n    steps:"
    for (t = 1; t <= 10 && t <= n; t++) print "      - {ask: \"?\", yes: 0.4}"
    for (; t <= n; t++)
        printf "      - {ask: \"?\", given: [%d, %d], table: {\"00\": 0.2, \"01\": 0.5, \"10\": 0.4, \"11\": 0.7}}\n", t - 10, t - 9
    print "seed: 1"
}'
