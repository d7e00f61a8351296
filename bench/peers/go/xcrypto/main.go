// golang.org/x/crypto/sha3: its own Keccak, and SHA-3 and SHAKE, which it takes from Go's standard library.
package main

import (
	"hash"

	"golang.org/x/crypto/sha3"

	"peers/contender"
)

func legacy(h hash.Hash) func(message, out []byte) {
	return func(message, out []byte) {
		h.Reset()
		h.Write(message)
		h.Sum(out[:0])
	}
}

func main() {
	contender.Serve("go-xcrypto", contender.Versions("golang.org/x/crypto"), []contender.Algorithm{
		{Name: "keccak-256", Digest: 32, Hash: legacy(sha3.NewLegacyKeccak256())},
		{Name: "sha3-256", Digest: 32, Hash: func(message, out []byte) {
			digest := sha3.Sum256(message)
			copy(out, digest[:])
		}},
		{Name: "sha3-512", Digest: 64, Hash: func(message, out []byte) {
			digest := sha3.Sum512(message)
			copy(out, digest[:])
		}},
		{Name: "shake128", Digest: 32, Hash: func(message, out []byte) { sha3.ShakeSum128(out, message) }},
		{Name: "shake256", Digest: 64, Hash: func(message, out []byte) { sha3.ShakeSum256(out, message) }},
	})
}
