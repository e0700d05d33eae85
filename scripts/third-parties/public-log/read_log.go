// Reads a public log as its files lie in a folder, with the packages that verify Go's own checksum database:
// `go run . FOLDER KEY`. Signatures of checkpoint and result notes, inclusion of every entry, and that the newer checkpoint
// extends the older one. What was changed has to be refused.
package main

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const height = 8

// Tiles lie at tile/<level>/..., where those of the checksum database lie at tile/<height>/<level>/...
type folder struct{ path string }

func (f folder) Height() int                         { return height }
func (f folder) SaveTiles(_ []tlog.Tile, _ [][]byte) {}
func (f folder) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range tiles {
		bytes, err := os.ReadFile(filepath.Join(f.path, strings.Replace(tile.Path(), "tile/8/", "tile/", 1)))
		if err != nil {
			return nil, err
		}
		all = append(all, bytes)
	}
	return all, nil
}

func (f folder) open(name string, verifier note.Verifier) (string, error) {
	bytes, err := os.ReadFile(filepath.Join(f.path, name))
	if err != nil {
		return "", err
	}
	opened, err := note.Open(bytes, note.VerifierList(verifier))
	if err != nil {
		return "", err
	}
	return opened.Text, nil
}

func (f folder) checkpoint(name string, verifier note.Verifier) (tree tlog.Tree, err error) {
	text, err := f.open(name, verifier)
	if err != nil {
		return tree, err
	}
	lines := strings.Split(text, "\n")
	if len(lines) != 4 || lines[0] != verifier.Name() {
		return tree, fmt.Errorf("%s is the checkpoint of %q", name, lines[0])
	}
	if tree.N, err = strconv.ParseInt(lines[1], 10, 64); err != nil {
		return tree, err
	}
	root, err := base64.StdEncoding.DecodeString(lines[2])
	if err != nil || len(root) != tlog.HashSize {
		return tree, errors.New("a root has 32 bytes as base64")
	}
	copy(tree.Hash[:], root)
	return tree, nil
}

// Each entry follows its length, two bytes with the high one first.
func (f folder) entries(size int64) ([]string, error) {
	var entries []string
	for n := int64(0); n<<height < size; n++ {
		tile := tlog.Tile{H: height, L: -1, N: n, W: int(min(size-n<<height, 1<<height))}
		bundle, err := os.ReadFile(filepath.Join(f.path, strings.Replace(tile.Path(), "tile/8/data", "tile/entries", 1)))
		if err != nil {
			return nil, err
		}
		for len(bundle) >= 2 {
			length := int(binary.BigEndian.Uint16(bundle))
			if len(bundle) < 2+length {
				return nil, errors.New("a bundle ends within an entry")
			}
			entries = append(entries, string(bundle[2:2+length]))
			bundle = bundle[2+length:]
		}
	}
	return entries, nil
}

func run(path, key string) error {
	files := folder{path}
	verifier, err := note.NewVerifier(key)
	if err != nil {
		return err
	}
	tree, err := files.checkpoint("checkpoint", verifier)
	if err != nil {
		return err
	}
	hashes := tlog.TileHashReader(tree, files)
	entries, err := files.entries(tree.N)
	if err != nil {
		return err
	}
	isResult := map[string]bool{}
	for i, entry := range entries {
		index := int64(i)
		proof, err := tlog.ProveRecord(tree.N, index, hashes)
		if err != nil {
			return err
		}
		if err := tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash([]byte(entry))); err != nil {
			return fmt.Errorf("entry %d: %w", i, err)
		}
		if tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash([]byte(entry+"\n"))) == nil {
			return fmt.Errorf("entry %d is found in the tree after it was changed", i)
		}
		isResult[entry] = true
	}
	older, err := files.checkpoint("older", verifier)
	if err != nil {
		return err
	}
	proof, err := tlog.ProveTree(tree.N, older.N, hashes)
	if err != nil {
		return err
	}
	if err := tlog.CheckTree(proof, tree.N, tree.Hash, older.N, older.Hash); err != nil {
		return fmt.Errorf("the log does not extend its older checkpoint: %w", err)
	}
	notes, err := filepath.Glob(filepath.Join(path, "*.txt"))
	if err != nil {
		return err
	}
	for _, name := range notes {
		text, err := files.open(filepath.Base(name), verifier)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if !isResult[text] {
			return fmt.Errorf("%s is not in the log", name)
		}
		signed, _ := os.ReadFile(name)
		if _, err := note.Open([]byte(strings.Replace(string(signed), "winner 0", "winner 1", 1)), note.VerifierList(verifier)); err == nil {
			return fmt.Errorf("%s is accepted after it was changed", name)
		}
	}
	fmt.Printf("%d entries under the checkpoint, %d result notes, and an older checkpoint\n", tree.N, len(notes))
	return nil
}

func main() {
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}
