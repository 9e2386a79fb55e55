/** Words with a capital letter at the beginning. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
