#!/bin/sh
# Prints a plan with N gates, each of which reads two earlier steps: benches/long.sh 1000000
awk -v n="$1" 'BEGIN {
    srand(1)
    split("and or xor nand nor xnor majority", gates, " ")
    print "elenchus: 1\ntitle: Long\nclaim: \"Alice claims: the output is 0.\""
    print "protocol: {cross-examination: {claim: 0}}\nmachine:\n  plan:\n    inputs: {a: 0, b: 1}\n    steps:"
    print "      - {xor: [a, b]}"
    for (t = 2; t <= n; t++)
        printf "      - {%s: [%d, %d]}\n", gates[1 + int(7 * rand())], 1 + int((t - 1) * rand()), t - 1
    print "seed: 1"
}'
