// github.com/cloudflare/circl: KangarooTwelve, and SHAKE through its interface for all extendable functions.
package main

import (
	"github.com/cloudflare/circl/xof"
	"github.com/cloudflare/circl/xof/k12"

	"peers/contender"
)

func reused(id xof.ID) func(message, out []byte) {
	x := id.New()
	return func(message, out []byte) {
		x.Reset()
		x.Write(message)
		x.Read(out)
	}
}

func main() {
	contender.Serve("go-circl", contender.Versions("github.com/cloudflare/circl"), []contender.Algorithm{
		{Name: "shake128", Digest: 32, Hash: reused(xof.SHAKE128)},
		{Name: "shake256", Digest: 64, Hash: reused(xof.SHAKE256)},
		{Name: "kt128", Digest: 32, Hash: func(message, out []byte) { k12.Draft10Sum(out, message, nil) }},
	})
}
