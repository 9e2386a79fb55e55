// Replaces @multiversx/sdk-dapp-ui for sdk-dapp (vite.config.ts), which would load all its panels, half
// of its code, as soon as it starts.

let loading: Promise<void> | undefined;
let isLoaded = false;

/** Called by sdk-dapp as it starts. */
export const defineCustomElements = (): void => {};

/** Loads the code of sdk-dapp's panels. */
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
