import type { Transaction } from "@multiversx/sdk-core/out/core/transaction";
import { UnlockPanelManager } from "@multiversx/sdk-dapp/out/managers/UnlockPanelManager";
import { getAccount } from "@multiversx/sdk-dapp/out/methods/account/getAccount";
import { initApp } from "@multiversx/sdk-dapp/out/methods/initApp/initApp";
import { getAccountProvider } from "@multiversx/sdk-dapp/out/providers/helpers/accountProvider";
import { ProviderFactory } from "@multiversx/sdk-dapp/out/providers/ProviderFactory";
import { type ProviderType, ProviderTypeEnum } from "@multiversx/sdk-dapp/out/providers/types/providerFactory.types";
import { type DeveloperWallet, type Settings, SITES } from "../chain/settings";
import { sessions, type Wallet } from "./wallet";

let ready: Promise<void> | undefined;

function start(settings: Settings): Promise<void> {
  ready ??= initialise(settings);
  return ready;
}

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
        roundDuration: 6000,
        skipFetchFromServer: true,
      },
      theme: matchMedia("(prefers-color-scheme: dark)").matches ? "mvx:dark-theme" : "mvx:light-theme",
      ...(projectId ? { providers: { walletConnect: { walletConnectV2ProjectId: projectId } } } : {}),
    },
    customProviders: __LOCAL_CHAIN__ ? [(await import("./developer")).developerProvider] : [],
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
    async disconnect() {
      await getAccountProvider().logout({ shouldBroadcastLogoutAcrossTabs: false });
    },
  };
}

/** Opens sdk-dapp's panel of wallets, until somebody is logged in or it is closed. */
export async function openWallets(settings: Settings): Promise<Wallet | undefined> {
  await start(settings);
  const allowedProviders: ProviderType[] = [
    ProviderTypeEnum.extension,
    ProviderTypeEnum.crossWindow,
    ProviderTypeEnum.ledger,
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

/** Logs in as a ready player of the local chain. */
export async function loginDeveloper(
  settings: Settings,
  player: DeveloperWallet,
  ask: boolean,
): Promise<Wallet | undefined> {
  if (!__LOCAL_CHAIN__) return undefined;
  const { choosePlayer, DEVELOPER } = await import("./developer");
  choosePlayer(player, ask);
  await start(settings);
  const provider = await ProviderFactory.create({ type: DEVELOPER });
  await provider.login();
  return current();
}

/** The wallet of before a reload. */
export async function restore(settings: Settings): Promise<Wallet | undefined> {
  await start(settings);
  return current();
}
