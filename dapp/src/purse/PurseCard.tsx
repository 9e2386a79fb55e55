import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { localStore } from "../browser/storage";
import { useChain } from "../chain/ChainContext";
import { formatAmount, formatPayment, parseAmount } from "../chain/format";
import { EGLD } from "../chain/payment";
import { useBalance, useTokenBalance, useTokens } from "../chain/queries";
import { inWords, t } from "../i18n/i18n";
import { Say } from "../i18n/Say";
import { Alert } from "../ui/Alert";
import { Button, PrimaryButton } from "../ui/Button";
import { TextField } from "../ui/Field";
import { Amount, FiatValue } from "../ui/values/Amount";
import { OWNERS, useOwner, usePursesUrl } from "../ui/values/owner";
import { Identicon, PlayerName } from "../ui/values/PlayerName";
import { ActingWallet, useWallet, type Wallet } from "../wallet/wallet";
import { PurseBackup, PurseImport } from "./PurseBackup";
import { PurseFill } from "./PurseFill";
import { setStakeLimit, stakeLimit } from "./question";
import { purseName, readPurse } from "./secret/place";
import { TakeHome } from "./TakeHome";

/** The purse of the connected wallet, or a way to open one. */
export function PurseCard() {
  const { main, wallet } = useWallet();
  if (!main) return null;
  return (
    <section className="card stack" aria-label={t("Purse")} data-testid="purse">
      {wallet?.home ? <OpenPurse purse={wallet} main={main} /> : <ClosedPurse main={main} />}
    </section>
  );
}

function ClosedPurse({ main }: { main: Wallet }) {
  const { settings, chess } = useChain();
  const client = useQueryClient();
  const url = usePursesUrl();
  const [isNamed, setNamed] = useState(true);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const { openPurse } = await import("./Purse");
      await openPurse(main, { settings, chess }, isNamed ? url : undefined);
      await client.invalidateQueries({ queryKey: [OWNERS] });
    },
  });
  return (
    <>
      <h2>{t("Purse")}</h2>
      <p>
        {t(
          "Play without a wallet's window for each game: the purse is an account that this page keeps. You fill it once, it plays and is paid by itself, and you take home what is in it at any time.",
        )}
      </p>
      <p className="muted">
        {t(
          "Your wallet signs one text, twice: the purse follows from it, here and on your other devices, and nothing has to be saved. Sign it only while the address bar shows {site}: another page that gets it could spend the purse, not the wallet. If the purse is stolen, you lose what is in it and nothing else.",
          { site: location.origin },
        )}
      </p>
      {url && (
        <label>
          <input type="checkbox" checked={isNamed} onChange={({ target }) => setNamed(target.checked)} />{" "}
          {t("Others see my wallet's name and rating (one more signature, for everybody to see)")}
        </label>
      )}
      <div className="row">
        <PrimaryButton disabled={isPending} aria-busy={isPending} onClick={() => mutate()}>
          {t("Open the purse")}
        </PrimaryButton>
      </div>
      {error && (
        <Alert>
          {t("The purse was not opened: {problem}. You can play by your wallet alone.", { problem: inWords(error) })}
        </Alert>
      )}
      <PurseImport main={main} />
    </>
  );
}

function OpenPurse({ purse, main }: { purse: Wallet; main: Wallet }) {
  const { settings, chess } = useChain();
  const kept = readPurse(localStore, purseName(settings, main.address));
  const close = async () => {
    const { closePurse } = await import("./Purse");
    closePurse(main.address, { settings, chess });
  };
  return (
    <>
      <div className="row">
        <Identicon address={purse.address} size={40} />
        <h2>{t("Purse")}</h2>
      </div>
      <PurseName purse={purse.address} main={main} />
      <PurseBalance address={purse.address} />
      <ActingWallet value={main}>
        <PurseFill purse={purse.address} main={main} />
      </ActingWallet>
      <TakeHome purse={purse} home={main.address} />
      <PurseLimit />
      <p className="muted">{t("If the purse is stolen, you lose what is in it and nothing else.")}</p>
      {kept && !kept.isSigned && <PurseBackup kept={kept} main={main.address} />}
      {kept?.isSigned && (
        <p>
          <Button title={t("Its contents stay there. Your wallet's signature opens it again.")} onClick={close}>
            {t("Close the purse")}
          </Button>
        </p>
      )}
    </>
  );
}

/** The name that others see, or a button to give the purse its wallet's name. */
function PurseName({ purse, main }: { purse: string; main: Wallet }) {
  const { settings } = useChain();
  const client = useQueryClient();
  const url = usePursesUrl();
  const owner = useOwner(purse);
  const kept = readPurse(localStore, purseName(settings, main.address));
  const { mutate, error } = useMutation({
    mutationFn: async () => {
      if (!url || !kept) return;
      const [{ namePurse }, { accountOf }] = await Promise.all([import("./name"), import("./secret/derive")]);
      await namePurse(main, accountOf(kept.seed, settings.contract), settings.contract, url);
      await client.invalidateQueries({ queryKey: [OWNERS] });
    },
  });
  if (!url || !kept) return null;
  return (
    <p className="row">
      {owner === main.address ? (
        <span>
          <Say text="Others see it as {name}." values={{ name: <PlayerName address={main.address} /> }} />
        </span>
      ) : (
        <>
          {t("Others see the purse's address and its own rating.")}
          <Button onClick={() => mutate()}>{t("Show my wallet's name")}</Button>
        </>
      )}
      {error && <Alert>{inWords(error)}</Alert>}
    </p>
  );
}

/** The stake above which the purse asks. */
function PurseLimit() {
  const [text, setText] = useState(() => formatAmount(stakeLimit(), 18));
  const limit = parseAmount(text, 18);
  return (
    <label className="row">
      {t("Ask me before a stake above")}
      <TextField
        inputMode="decimal"
        aria-invalid={limit === undefined}
        value={text}
        onChange={(text) => {
          setText(text);
          const typed = parseAmount(text, 18);
          if (typed !== undefined) setStakeLimit(typed);
        }}
      />
      {t("EGLD, and before any in a token")}
    </label>
  );
}

/** The contents of the purse. */
function PurseBalance({ address }: { address: string }) {
  const { data: egld } = useBalance(address);
  const tokens = useTokens(address) ?? [];
  return (
    <>
      <p className="mono">{address}</p>
      <p data-testid="purse-balance">
        {egld === undefined ? "…" : formatPayment({ token: EGLD, amount: egld }, 18, 6)}
        {tokens.map((token) => (
          <Held key={token} address={address} token={token} />
        ))}{" "}
        {egld !== undefined && <FiatValue payment={{ token: EGLD, amount: egld }} />}
      </p>
    </>
  );
}

function Held({ address, token }: { address: string; token: string }) {
  const amount = useTokenBalance(address, token);
  if (!amount) return null;
  return (
    <>
      {" "}
      · <Amount payment={{ token, amount }} />
    </>
  );
}
