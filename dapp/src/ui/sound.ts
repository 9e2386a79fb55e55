import { preference } from "./preferences";

/** What can be heard. */
export type Sound = "move" | "capture" | "check" | "end" | "error";

/** Pitch in hertz and beginning in seconds of each tone. */
const TONES: Record<Sound, [number, number][]> = {
  move: [[440, 0]],
  capture: [
    [330, 0],
    [262, 0.05],
  ],
  check: [
    [660, 0],
    [880, 0.08],
  ],
  end: [
    [523, 0],
    [659, 0.12],
    [784, 0.24],
  ],
  error: [[180, 0]],
};

const LENGTH = 0.09;
const VOLUME = 0.15;

let audio: AudioContext | undefined;

/** Browsers let a page be heard only after a gesture: the first one wakes the audio. */
export function wakeAudioOnGesture(): void {
  const wake = () => {
    if (typeof AudioContext === "undefined") return;
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume().catch(() => {});
  };
  for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, wake, { passive: true });
}

/** Plays a sound, unless they are off or the browser has no audio. */
export function play(sound: Sound): void {
  if (preference("sound") === "off" || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  for (const [pitch, start] of TONES[sound]) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(VOLUME, now + start);
    gain.gain.exponentialRampToValueAtTime(0.001, now + start + LENGTH);
    tone.connect(gain).connect(audio.destination);
    tone.start(now + start);
    tone.stop(now + start + LENGTH);
  }
}
