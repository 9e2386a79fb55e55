import { Address } from "@multiversx/sdk-core/out/core/address";
import { Message } from "@multiversx/sdk-core/out/core/message";
import type { Transaction } from "@multiversx/sdk-core/out/core/transaction";
import { ToastManager } from "@multiversx/sdk-dapp/out/managers/ToastManager";
import { UnlockPanelManager } from "@multiversx/sdk-dapp/out/managers/UnlockPanelManager";
import { getAccount } from "@multiversx/sdk-dapp/out/methods/account/getAccount";
import { initApp, resetInitAppState } from "@multiversx/sdk-dapp/out/methods/initApp/initApp";
import { getAccountProvider } from "@multiversx/sdk-dapp/out/providers/helpers/accountProvider";
import { type ProviderType, ProviderTypeEnum } from "@multiversx/sdk-dapp/out/providers/types/providerFactory.types";
import { getStore } from "@multiversx/sdk-dapp/out/store/store";
import { ThemesEnum } from "@multiversx/sdk-dapp/out/types/theme.types";
import { ComponentFactory } from "@multiversx/sdk-dapp/out/utils/ComponentFactory";
import { switchTheme } from "@multiversx/sdk-dapp/out/utils/visual/switchTheme";
import { isDark, onThemeChange } from "../browser/preferences";
import { type Settings, SITES } from "../chain/settings";
import { arePanelsLoaded, loadPanels } from "./panels";
import { sessions, type Wallet } from "./player";

let ready: Promise<void> | undefined;

/** Called when sdk-dapp has another account than before, or no longer has one. */
type Adopt = (wallet: Wallet | undefined) => void;

async function start(settings: Settings, adopt: Adopt): Promise<void> {
  ready ??= initialise(settings).then(() => {
    let before = getAccount().address;
    getStore().subscribe(() => {
      const { address } = getAccount();
      if (address === before) return;
      before = address;
      adopt(current());
    });
    onThemeChange(() => switchTheme(theme()));
  });
  try {
    await ready;
    // its messages about a locked or idle device are toasts
    if (getAccountProvider().getType() === ProviderTypeEnum.ledger) await showPanels();
  } catch (error) {
    // the next try starts from scratch
    ready = undefined;
    resetInitAppState();
    throw error;
  }
}

const TOASTS = "mvx-toast-list";
const createPanel = ComponentFactory.create;

// the panels are loaded with the first one that is shown; an empty list of toasts isn't
ComponentFactory.create = async (wanted) => {
  if (wanted.name !== TOASTS) await showPanels();
  return createPanel(wanted);
};

async function showPanels(): Promise<void> {
  if (arePanelsLoaded()) return;
  await loadPanels();
  const toasts = ToastManager.getInstance();
  toasts.destroy();
  await toasts.init();
}

const theme = () => (isDark() ? ThemesEnum.dark : ThemesEnum.light);

const walletConnect = (projectId: string, relay: string | undefined) => ({
  walletConnectV2ProjectId: projectId,
  ...(relay ? { walletConnectV2RelayAddress: relay } : {}),
});

async function initialise(settings: Settings): Promise<void> {
  const { wallet, explorer } = SITES[settings.network];
  const projectId = settings.walletConnectProjectId;
  await initApp({
    storage: { getStorageCallback: sessions },
    dAppConfig: {
      network: {
        id: settings.network,
        name: settings.network,
        chainId: settings.chainId,
        apiAddress: settings.api,
        walletAddress: wallet,
        explorerAddress: explorer,
        egldLabel: "EGLD",
        decimals: "18",
        digits: "4",
        gasPerDataByte: "1500",
        apiTimeout: "10000",
        // only sdk-dapp's own tracking of transactions uses it, which the page doesn't need
        roundDuration: 600,
        skipFetchFromServer: true,
      },
      theme: theme(),
      providers: {
        // the page itself shows what it waits for, beside the board and not over it
        settings: { isSigningUiEnabled: false },
        ...(projectId ? { walletConnect: walletConnect(projectId, settings.walletConnectRelay) } : {}),
      },
    },
  });
}

/** The wallet that sdk-dapp is logged in with. */
function current(): Wallet | undefined {
  const { address } = getAccount();
  if (!address) return undefined;
  return {
    address,
    async sign(transaction: Transaction) {
      const [signed] = await getAccountProvider().signTransactions([transaction]);
      if (!signed) throw new Error("the wallet did not sign");
      return signed;
    },
    async signText(text, isAgain) {
      const message = new Message({ data: Buffer.from(text), address: Address.newFromBech32(address) });
      // a browser opens no second window for one click: sdk-dapp asks for another click
      const signed = await getAccountProvider().signMessage(message, { hasConsentPopup: isAgain });
      if (!signed?.signature) throw new Error("the wallet did not sign");
      return Uint8Array.from(signed.signature);
    },
    cancel() {
      const provider = getAccountProvider().getProvider() as { cancelAction?: () => Promise<void> };
      provider.cancelAction?.().catch(() => {});
    },
    async disconnect() {
      await getAccountProvider().logout({ shouldBroadcastLogoutAcrossTabs: true });
    },
  };
}

/** Opens sdk-dapp's panel of wallets, until a user has logged in or closed it. */
export async function openWallets(settings: Settings, adopt: Adopt): Promise<Wallet | undefined> {
  await start(settings, adopt);
  const allowedProviders: ProviderType[] = [
    ProviderTypeEnum.extension,
    ProviderTypeEnum.crossWindow,
    ProviderTypeEnum.ledger,
    ProviderTypeEnum.passkey,
    ...(settings.walletConnectProjectId ? [ProviderTypeEnum.walletConnect] : []),
  ];
  return new Promise((resolve) => {
    const panel = UnlockPanelManager.init({
      allowedProviders,
      loginHandler: () => resolve(current()),
      onClose: async () => resolve(current()),
    });
    panel.openUnlockPanel();
  });
}

/** The wallet from before a reload. With `isAgain`, the one that another tab has connected meanwhile, or none after it has left. */
export async function restore(settings: Settings, adopt: Adopt, isAgain: boolean): Promise<Wallet | undefined> {
  await start(settings, adopt);
  if (isAgain) await getStore().persist.rehydrate();
  return current();
}
