// Replaces @multiversx/sdk-dapp-ui for sdk-dapp (vite.config.ts), which would load all its panels, half
// of its code, as soon as it starts.

let loading: Promise<void> | undefined;
let isLoaded = false;

/** Called by sdk-dapp as it starts. */
export const defineCustomElements = (): void => {};

/** Loads what sdk-dapp's panels are made of. */
export async function loadPanels(): Promise<void> {
  loading ??= import("@multiversx/sdk-dapp-ui").then((panels) => {
    panels.defineCustomElements();
    isLoaded = true;
  });
  try {
    await loading;
  } catch (error) {
    loading = undefined;
    throw error;
  }
}

export const arePanelsLoaded = (): boolean => isLoaded;
