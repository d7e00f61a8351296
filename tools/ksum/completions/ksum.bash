# Completion of ksum for bash.
_ksum() {
  local cur prev words cword
  if declare -F _init_completion >/dev/null; then
    _init_completion -s || return
  else
    cur=${COMP_WORDS[COMP_CWORD]}
    prev=${COMP_WORDS[COMP_CWORD - 1]}
    cword=$COMP_CWORD
    COMPREPLY=()
  fi
  local options="-a --algorithm -l --length --customization --customization-hex --function-name --function-name-hex
    --domain --block-size --key-file --key-fd --tag --untagged --json --no-names --raw --base64 -z --zero -b --binary -t --text
    -c --check --quiet --status --strict --ignore-missing -w --warn -r --recursive --follow -x --one-file-system --exclude
    --sidecar --range --digest --appended --force --files0-from --bytes --threads --num-threads --progress
    --no-progress --no-mmap --backend --list --explain --version -h --help"
  if ((cword == 2)) && [[ $prev == tree ]]; then
    COMPREPLY=($(compgen -W "build verify update show" -- "$cur"))
    return
  fi
  case $prev in
    -a | --algorithm)
      COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" --list 2>/dev/null | sed -n '2,/^Backends/s/^  \([^ ]*\) .*/\1/p')" -- "$cur"))
      return
      ;;
    --backend)
      COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" --list 2>/dev/null | sed -n '/^Backends/,$s/^  \([^ ]*\) .*/\1/p')" -- "$cur"))
      return
      ;;
    -l | --length | --customization* | --function-name* | --domain | --block-size | --key-fd | --exclude | --bytes | --threads | --num-threads | --range | --digest)
      return
      ;;
  esac
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")  # names with spaces stay whole, and * is not expanded
    if ((cword == 1)) && [[ ${COMP_WORDS[0]##*/} == ksum ]]; then
      COMPREPLY+=($(compgen -W "bench self-test tree" -- "$cur"))
    fi
    compopt -o filenames 2>/dev/null
  fi
}
complete -F _ksum ksum @links@
