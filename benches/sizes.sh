#!/usr/bin/env bash
# Goes through machines of 2^10 to 2^24 steps: benches/sizes.sh ELENCHUS. For each debate and size it prints the seconds of
# `check`, of the first board, and of `run`. It fails if a file that `check` accepts shows its first board after more than 10
# seconds, or if `run` grows more than twice as fast as the file. For chains of 2^10 to 2^16 questions, `solve` may not either.
set -euo pipefail
elenchus=${1:?the program}
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# Fails if a second number is more than twice as large as the growth of the file, by a factor of 4, allows. A short run says
# nothing about its growth.
grows() { awk -v before="$1" -v now="$2" 'BEGIN { exit now > 8 * before + 1 }' || { echo "$3 grows faster than the file"; exit 1; }; }

# The processor time of a command in seconds, or nothing if the command refuses the file.
spent() {
    { TIMEFORMAT='%U'; time "$@" >"$folder/out" 2>"$folder/err"; } 2>"$folder/time" || return 0
    cat "$folder/time"
}

for protocol in 'circuit-walk: {}' 'cross-examination: {claim: 0}' 'bisection: {claim: 0}' 'gate-check: {claim: 0}'; do
    before=
    for power in 10 12 14 16 18 20 22 24; do
        file=$folder/size.yaml
        printf '%s\n' "elenchus: 1" "title: 2^$power" "claim: 'Alice claims: the last bit is 0.'" "protocol: {$protocol}" \
            "machine: {shift-register: {steps: $((1 << power)), taps: [3, 20], start: '10000000000000000000'}}" \
            "seats: {alice: honest, bob: honest, judge: honest}" "seed: 0" >"$file"
        checked=$(spent "$elenchus" check "$file")
        if [ -z "$checked" ]; then
            echo "$protocol 2^$power: refused: $(head -n 1 "$folder/out")"
            continue
        fi
        board=$(spent "$elenchus" export "$file" --to svg)
        ran=$(spent "$elenchus" run "$file")
        echo "$protocol 2^$power: check $checked, first board ${board:-refused}, run ${ran:-refused}"
        awk -v board="${board:-99}" 'BEGIN { exit board > 10 }' || { echo "the first board is too slow"; exit 1; }
        grows "${before:-$ran}" "${ran:-0}" run
        before=$ran
    done
done

before=
for power in 10 12 14 16; do
    solved=$(spent "$elenchus" solve chain-thousand-steps --set steps=$((1 << power)) --reveal)
    echo "a chain of 2^$power questions: solve $solved"
    grows "${before:-$solved}" "$solved" solve
    before=$solved
done
