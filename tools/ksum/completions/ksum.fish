# Completion of ksum for fish.
function __ksum_algorithms
    ksum --list 2>/dev/null | sed -n '2,/^Backends/s/^  \([^ ]*\) .*/\1/p'
end
function __ksum_backends
    ksum --list 2>/dev/null | sed -n '/^Backends/,$s/^  \([^ ]*\) .*/\1/p'
end

for name in ksum @links@
    complete -c $name -s a -l algorithm -x -a '(__ksum_algorithms)' -d 'the algorithm'
    complete -c $name -s l -l length -x -d 'bytes of output'
    complete -c $name -l customization -x -d 'customization, as text'
    complete -c $name -l customization-hex -x -d 'customization, in hexadecimal'
    complete -c $name -l function-name -x -d 'function name of cSHAKE, as text'
    complete -c $name -l function-name-hex -x -d 'function name of cSHAKE, in hexadecimal'
    complete -c $name -l domain -x -d 'domain byte of TurboSHAKE'
    complete -c $name -l block-size -x -d 'of ParallelHash'
    complete -c $name -l key-file -r -d 'key of KMAC'
    complete -c $name -l key-fd -x -d 'key of KMAC, from a descriptor'
    complete -c $name -l tag -d 'NAME-BITS (file) = digest'
    complete -c $name -l json -d 'an object a line'
    complete -c $name -l no-names -d 'digests only'
    complete -c $name -l raw -d 'bytes, one file'
    complete -c $name -l base64 -d 'digests in base64'
    complete -c $name -s z -l zero -d 'NUL ends lines'
    complete -c $name -s b -l binary -d 'mark names with *'
    complete -c $name -s t -l text -d 'mark names with a space'
    complete -c $name -s c -l check -d 'check lists of digests'
    complete -c $name -l quiet -d 'no OK lines'
    complete -c $name -l status -d 'no lines'
    complete -c $name -l strict -d 'fail on lines that are none'
    complete -c $name -l ignore-missing -d 'pass over absent files'
    complete -c $name -s w -l warn -d 'tell lines that are none'
    complete -c $name -s r -l recursive -d directories
    complete -c $name -l follow -d 'symbolic links too'
    complete -c $name -s x -l one-file-system -d 'stay on one file system'
    complete -c $name -l exclude -x -d 'leave out'
    complete -c $name -l files0-from -r -d 'names that NUL ends'
    complete -c $name -l bytes -x -d 'the first bytes only'
    complete -c $name -l threads -x -d threads
    complete -c $name -l progress -d 'show progress'
    complete -c $name -l no-progress -d 'no progress'
    complete -c $name -l no-mmap -d 'for the sake of b3sum'
    complete -c $name -l sidecar -r -d 'tree: the name of the sidecar'
    complete -c $name -l range -x -d 'tree: bytes from A to B'
    complete -c $name -l digest -x -d 'tree verify: what is trusted'
    complete -c $name -l appended -d 'tree update: the file grew'
    complete -c $name -l force -d 'tree build: over a newer sidecar'
    complete -c $name -l backend -x -a '(__ksum_backends)' -d 'the kernels'
    complete -c $name -l list -d 'algorithms and backends'
    complete -c $name -l explain -d 'which backend, and why'
    complete -c $name -l version -d 'the version'
    complete -c $name -s h -l help -d help
end
complete -c ksum -n __fish_use_subcommand -a 'bench self-test tree'
complete -c ksum -n '__fish_seen_subcommand_from tree' -a 'build verify update show'
