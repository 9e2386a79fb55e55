import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

test("the first gesture wakes the audio, which a browser makes asleep", async () => {
  const listeners = new Map<string, () => void>();
  const resume = vi.fn(async () => {});
  const made = vi.fn();
  const tone = {
    frequency: { value: 0 },
    connect: (next: unknown) => next,
    start: vi.fn(),
    stop: () => {},
  };
  const gain = { ...tone, gain: { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} } };
  class Audio {
    state = "suspended";
    currentTime = 0;
    destination = {};
    constructor() {
      made();
    }
    resume = resume;
    suspend = async () => {};
    createOscillator = () => tone;
    createGain = () => gain;
  }
  vi.stubGlobal("AudioContext", Audio);
  vi.stubGlobal("addEventListener", (name: string, listener: () => void) => listeners.set(name, listener));
  vi.stubGlobal("removeEventListener", (name: string) => listeners.delete(name));
  vi.resetModules();
  const { play, wakeAudioOnGesture } = await import("./sound");

  wakeAudioOnGesture();
  play("move");
  // before a gesture none is made, which the browser would complain of
  expect(made).not.toHaveBeenCalled();
  listeners.get("pointerdown")?.();
  expect([made.mock.calls.length, resume.mock.calls.length, listeners.size]).toEqual([1, 1, 0]);
  play("capture");
  expect([made.mock.calls.length, resume.mock.calls.length, tone.start.mock.calls.length]).toEqual([1, 2, 2]);
});
