package gas

import "testing"

func TestKindOf(t *testing.T) {
	for _, test := range []struct{ function, id, kind string }{
		{"makeMove", "makeMove/opening", "opening"},
		{"makeMove", "makeMove/middle game/game 3/17", "middle game"},
		{"joinGame", "joinGame/first", "first"},
		{"draw", "draw/accept/2", "accept"},
		{"resign", "White resigns", ""},
		{"resign", "draw/offer", ""},
		{"getGames", "getGames", ""},
	} {
		kind, err := KindOf(test.function, test.id)
		if err != nil || kind != test.kind {
			t.Errorf("%s, %q: kind %q, %v; want %q", test.function, test.id, kind, err, test.kind)
		}
	}
}

func TestKindOfRefuses(t *testing.T) {
	for _, test := range []struct{ function, id string }{
		{"makeMove", ""},
		{"makeMove", "e2e4"},
		{"makeMove", "makeMove"},
		{"makeMove", "makeMove/"},
		{"makeMove", "makeMove/blunder/1"},
		{"makeMove", "makeMove/Opening/1"},
		{"joinGame", "joinGame/"},
	} {
		if kind, err := KindOf(test.function, test.id); err == nil {
			t.Errorf("%s, %q: kind %q, want an error", test.function, test.id, kind)
		}
	}
}
