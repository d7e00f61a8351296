#!/bin/sh
# Builds the library and every contender that can be had here: bench/peers/setup.sh [DIR]    default: build/peers
#
# As root on Debian it first installs missing packages; it never installs cargo, Go or Node. Whatever fails or takes too
# long only leaves that contender out, with a reason in one line; without the library itself it fails. Nothing is written
# beside the sources. CC, CXX, CXXFLAGS, CFLAGS, RUSTFLAGS and GOAMD64 act as usual.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=${1:-$here/../../build/peers}
mkdir -p "$build/peers/absent"
build=$(cd "$build" && pwd)
peers=$build/peers
log=$peers/setup.log

absent() { # NAME REASON
  rm -f "$peers/$1"
  echo "$2" >"$peers/absent/$1"
  echo "$1: absent: $2"
}
# Builds a contender: attempt NAME SECONDS COMMAND...
attempt() {
  attempted=$1 limit=$2
  shift 2
  status=0
  timeout "$limit" "$@" >"$log" 2>&1 || status=$?
  if [ $status = 0 ]; then
    rm -f "$peers/absent/$attempted"
    echo "$attempted: built"
  elif [ $status = 124 ]; then
    absent "$attempted" "took more than $limit s to build"
  else
    absent "$attempted" "cannot be built: $(grep -m 1 -i error "$log" || tail -n 1 "$log")"
  fi
  return $status
}
has() { command -v "$1" >/dev/null 2>&1; }

# ---- packages ---------------------------------------------------------------------------------------------------------

wanted="cmake ninja-build g++ perl libclang-dev python3-venv
  libssl-dev libgcrypt20-dev libbotan-2-dev libcrypto++-dev nettle-dev libblake3-dev"
if has dpkg; then
  missing=
  for package in $wanted; do dpkg -s "$package" >/dev/null 2>&1 || missing="$missing $package"; done
  if [ -n "$missing" ] && [ "$(id -u)" = 0 ]; then
    timeout 120 apt-get update >"$log" 2>&1 || true
    for package in $missing; do
      DEBIAN_FRONTEND=noninteractive timeout 300 apt-get install -y --no-install-recommends "$package" >"$log" 2>&1 ||
        echo "package $package: cannot be installed"
    done
  elif [ -n "$missing" ]; then
    echo "packages not installed, which root can install:$missing"
  fi
fi

# ---- C and C++, ours among them ---------------------------------------------------------------------------------------

cd "$here/../.."
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DSIMDKECCAK_BENCH=ON -DSIMDKECCAK_KSUM=OFF \
  -DSIMDKECCAK_TESTS=OFF >"$log" 2>&1 || { cat "$log" && exit 1; }
grep '^-- Benchmark:' "$log" | sed 's/^-- Benchmark: //' || true
rm -f "$peers/simdkeccak" "$peers/reference"
timeout 600 cmake --build "$build" -- -k 0 >"$log" 2>&1 || true
if ! [ -x "$peers/simdkeccak" ] || ! [ -x "$peers/reference" ]; then
  cat "$log"
  exit 1
fi
for name in openssl openssl-oneshot libgcrypt botan cryptopp nettle blake3-c; do
  if [ -e "$peers/absent/$name" ]; then continue; fi
  if [ -x "$peers/$name" ]; then echo "$name: built"; else absent "$name" "does not compile"; fi
done

# ---- Rust -------------------------------------------------------------------------------------------------------------

# In a copy, since cargo writes a lock file beside the sources; the crates' own versions are exact in Cargo.toml.
mkdir -p "$peers/rust-sources"
cp -r "$here/rust/." "$peers/rust-sources"
cd "$peers/rust-sources"
for name in rustcrypto keccak-asm tiny-keccak xkcp-k12 marsupial blake3; do
  if ! has cargo; then
    absent $name "cargo is not installed"
  elif attempt $name 400 cargo build --quiet --release --target-dir "$peers/rust" --bin $name --features $name; then
    cp "$peers/rust/release/$name" "$peers/$name"
  fi
done

# ---- Go ---------------------------------------------------------------------------------------------------------------

cd "$here/go"
for name in xcrypto circl; do
  if has go; then
    attempt go-$name 300 go build -o "$peers/go-$name" ./$name || true
  else
    absent go-$name "go is not installed"
  fi
done

# ---- Python -----------------------------------------------------------------------------------------------------------

# A program that starts an interpreter: launcher NAME COMMAND...
launcher() {
  launched=$1
  shift
  { printf '#!/bin/sh\nexec' && printf ' "%s"' "$@" && printf ' "$@"\n'; } >"$peers/$launched"
  chmod +x "$peers/$launched"
}
if has python3; then
  python=$(python3 -c 'import sys; print(sys.executable)')
  launcher py-hashlib "$python" -B "$here/python/hashlib_contender.py"
  rm -f "$peers/absent/py-hashlib"
  echo "py-hashlib: built"
  # shellcheck disable=SC2016
  if attempt py-pycryptodome 200 sh -c '"$3" -m venv "$1" && "$1/bin/pip" install --quiet -r "$2"' sh \
    "$peers/python" "$here/python/requirements.txt" "$python"; then
    launcher py-pycryptodome "$peers/python/bin/python" -B "$here/python/pycryptodome_contender.py"
  fi
else
  absent py-hashlib "python3 is not installed"
  absent py-pycryptodome "python3 is not installed"
fi

# ---- Node -------------------------------------------------------------------------------------------------------------

for name in hash-wasm noble; do
  if ! has npm; then
    absent js-$name "npm is not installed"
    continue
  fi
  mkdir -p "$peers/node"
  cp "$here"/node/* "$peers/node/"
  if attempt js-$name 120 npm --prefix "$peers/node" ci --ignore-scripts --no-audit --no-fund; then
    launcher js-$name "$(command -v node)" "$peers/node/$name.mjs"
  fi
done
rm -f "$log"
echo "to measure: $here/run.py --build $build"
