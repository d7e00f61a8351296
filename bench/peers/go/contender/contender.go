// Package contender is what a contender in Go is made of: its table of algorithms, and the loop that answers requests
// (../../README.md, Protocol).
package contender

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// Algorithm hashes one message into a digest of Digest bytes.
type Algorithm struct {
	Name   string
	Digest int
	Hash   func(message, out []byte)
}

type request struct {
	Algorithm  string `json:"algorithm"`
	Size       int    `json:"size"`
	Messages   int    `json:"messages"`
	MinNS      int64  `json:"min_ns"`
	Iterations int    `json:"iterations"`
}

type answer struct {
	NS         float64 `json:"ns"`
	Iterations int     `json:"iterations"`
	Digest     string  `json:"digest"`
}

// Versions names the modules and the versions that were linked, and Go's.
func Versions(modules ...string) string {
	var all []string
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, dependency := range info.Deps {
			if slices.Contains(modules, dependency.Path) {
				all = append(all, dependency.Path+" "+dependency.Version)
			}
		}
	}
	return strings.Join(append(all, runtime.Version()), ", ")
}

func reply(line string, algorithms []Algorithm) (any, error) {
	r := request{Messages: 1, Iterations: 1}
	if err := json.Unmarshal([]byte(line), &r); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(algorithms, func(a Algorithm) bool { return a.Name == r.Algorithm })
	if i < 0 {
		return nil, fmt.Errorf("no algorithm of that name: %s", r.Algorithm)
	}
	digest, hash := algorithms[i].Digest, algorithms[i].Hash

	messages := make([][]byte, r.Messages)
	for j := range messages {
		messages[j] = make([]byte, r.Size)
		for i := range messages[j] {
			messages[j][i] = byte((i + j) % 251)
		}
	}
	digests := make([]byte, digest*r.Messages)
	all := func() {
		for j, message := range messages {
			hash(message, digests[j*digest:(j+1)*digest])
		}
	}
	all()

	for iterations := r.Iterations; ; iterations *= 2 {
		start := time.Now()
		for range iterations {
			all()
		}
		elapsed := time.Since(start).Nanoseconds()
		if elapsed >= r.MinNS {
			ns := float64(elapsed) / float64(iterations) / float64(r.Messages)
			return answer{ns, iterations, hex.EncodeToString(digests)}, nil
		}
	}
}

// Serve describes the contender, then answers requests until the input ends; with --describe, only the first.
func Serve(name, version string, algorithms []Algorithm) {
	output := json.NewEncoder(os.Stdout)
	names := []string{}
	for _, a := range algorithms {
		names = append(names, a.Name)
	}
	output.Encode(map[string]any{"contender": name, "version": version, "language": "Go", "algorithms": names})
	if slices.Contains(os.Args, "--describe") {
		return
	}
	for input := bufio.NewScanner(os.Stdin); input.Scan(); {
		if a, err := reply(input.Text(), algorithms); err == nil {
			output.Encode(a)
		} else {
			output.Encode(map[string]string{"error": err.Error()})
		}
	}
}
