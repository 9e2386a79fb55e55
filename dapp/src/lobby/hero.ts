import type { Message } from "../i18n/i18n";
/** A description of the page in a few sentences; index.html shows it before any code is there. */
export const HERO: Message = "Real chess. Real stakes. Nobody in between.";
export const INTRODUCTION: Message =
  "Two players pay into a contract on MultiversX. It checks every move by FIDE's Laws and pays the winner. No house, no fee.";
