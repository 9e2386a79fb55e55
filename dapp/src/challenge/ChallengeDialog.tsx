import { href } from "../browser/router";
import { formatTimeControl, ticker } from "../chain/format";
import { SIDES } from "../chain/game";
import { EGLD } from "../chain/payment";
import { useTokens } from "../chain/queries";
import { t } from "../i18n/i18n";
import { Say } from "../i18n/Say";
import { PrimaryButton } from "../ui/Button";
import { ChoiceGroup } from "../ui/ChoiceGroup";
import { Dialog } from "../ui/Dialog";
import { SelectField, submitting, TextField } from "../ui/Field";
import { FiatValue } from "../ui/values/Amount";
import styles from "./ChallengeDialog.module.css";
import { OtherClocks, UsualClocks } from "./ClockFields";
import { SIDE_TEXTS } from "./presets";
import { type ChallengeForm, NO_STAKE, useChallengeForm } from "./useChallengeForm";
import { useFirstNotice } from "./useFirstNotice";

interface Props {
  /** The opponent that it names at first. */
  opponent: string | undefined;
  onClose: () => void;
}

/** The numbers of games to choose from. */
const GAMES = ["1", "3", "5", "10"];

/** Asks for a game's terms, and opens the challenge. */
export function ChallengeDialog({ opponent, onClose }: Props) {
  const form = useChallengeForm(opponent, onClose);
  const { fields, change, terms, busy, trouble, submit } = form;
  const { tellFirst, notice } = useFirstNotice();
  return (
    <Dialog title={t("New challenge")} onClose={onClose}>
      <form
        className={`stack ${styles.form}`}
        onSubmit={submitting(() => tellFirst(fields.isSigned && terms.stake !== undefined, submit))}
      >
        <UsualClocks value={fields.clock} onChange={(clock) => change({ clock })} />
        <StakeFields form={form} />
        <details className={styles.more} open={opponent !== undefined}>
          <summary className="line">{t("More")}</summary>
          <div className="stack">
            <MoreFields form={form} />
          </div>
        </details>
        <Summary form={form} />
        <div className={styles.end}>
          <p role="status" className="trouble">
            {terms.problem ?? trouble}
          </p>
          <PrimaryButton className="large" type="submit" disabled={busy || terms.problem !== undefined}>
            {t("Challenge")}
          </PrimaryButton>
        </div>
      </form>
      {notice}
    </Dialog>
  );
}

/** The fields that a game among friends rarely needs. */
function MoreFields({ form }: { form: ChallengeForm }) {
  const { fields, change } = form;
  return (
    <>
      <OpponentFields form={form} />
      <SideFields form={form} />
      <OtherClocks value={fields.clock} onChange={(clock) => change({ clock })} />
      <TokenField form={form} />
      <label>
        <input
          type="checkbox"
          checked={fields.isSigned}
          onChange={(event) => change({ isSigned: event.target.checked })}
        />{" "}
        {t("Play by signature: moves cost nothing and need no wallet, the chain is told the whole game at the end")}
      </label>
    </>
  );
}

function OpponentFields({ form: { fields, change } }: { form: ChallengeForm }) {
  return (
    <>
      <ChoiceGroup
        label={t("Opponent")}
        name="whom"
        choices={[
          { value: "anyone", text: t("Anyone") },
          { value: "one", text: t("One player") },
        ]}
        value={fields.whom}
        onChange={(whom) => change({ whom })}
      />
      {fields.whom === "one" && (
        <label className={`${styles.field} ${styles.beside}`}>
          {t("Their address")}
          <TextField
            placeholder="erd1…"
            value={fields.opponentText}
            onChange={(opponentText) => change({ opponentText })}
          />
        </label>
      )}
    </>
  );
}

function SideFields({ form: { fields, change } }: { form: ChallengeForm }) {
  return (
    <div className={styles.sides}>
      <ChoiceGroup
        label={t("You play")}
        name="side"
        choices={SIDES.map((value) => ({ value, text: t(SIDE_TEXTS[value]) }))}
        value={fields.side}
        onChange={(side) => change({ side })}
      />
      <label className={styles.field}>
        {t("Games")}
        <SelectField
          title={t("One after the other, sides changing; by signature")}
          disabled={!fields.isSigned}
          value={fields.isSigned ? fields.games : "1"}
          options={GAMES.map((value) => [value, value])}
          onChange={(games) => change({ games })}
        />
      </label>
    </div>
  );
}

/** The stakes to choose from; none first. */
const SIZES = [NO_STAKE, "0.01", "0.05", "0.2"];

function StakeFields({ form: { fields, change } }: { form: ChallengeForm }) {
  const { token, amountText } = fields;
  const setAmount = (amountText: string) => change({ amountText, token: token || EGLD });
  return (
    <div className={`row ${styles.stakes}`}>
      <ChoiceGroup
        label={t("Stake")}
        name="stake"
        choices={SIZES.map((size) => ({ value: size, text: size || t("none") }))}
        value={token && (amountText || "?")}
        onChange={(size) => (size ? setAmount(size) : change({ token: NO_STAKE }))}
      />
      <label>
        <TextField aria-label={t("Stake")} inputMode="decimal" value={token && amountText} onChange={setAmount} />{" "}
        {ticker(token || EGLD)}
      </label>
    </div>
  );
}

function TokenField({ form: { fields, change, player } }: { form: ChallengeForm }) {
  const tokens = useTokens(player) ?? [];
  return (
    <label className={`${styles.field} ${styles.beside}`}>
      {t("Token")}
      <SelectField
        aria-label={t("Token")}
        value={fields.token}
        options={[
          [EGLD, ticker(EGLD)],
          ...tokens.map((identifier) => [identifier, `${ticker(identifier)} (${identifier})`] as const),
          [NO_STAKE, t("no stake")],
        ]}
        onChange={(token) => change({ token })}
      />
    </label>
  );
}

/** A summary of the challenge: its cost, its time, and how moves are sent. */
function Summary({ form: { fields, terms, hasRelay } }: { form: ChallengeForm }) {
  const { rounds, total, stake, clock } = terms;
  return (
    <p className="muted">
      {fields.token === NO_STAKE
        ? t("No stake: it counts for the rating, not for the score.")
        : t("Each player pays the stake; the winner gets both, a draw gives them back.")}{" "}
      {total &&
        t("For {count} games each pays {total} now; stakes of unplayed games come back.", {
          count: Number(rounds),
          total,
        })}{" "}
      {stake && <FiatValue payment={stake} />}
      {clock === "impossible" ? "" : t("Time: {time}.", { time: formatTimeControl(clock) })}{" "}
      {!fields.isSigned
        ? t("Every move is a transaction and takes the chain some seconds.")
        : hasRelay
          ? t("The relay carries the moves.")
          : t("Both pages must find each other: in one browser, or by the transcript that you copy.")}{" "}
      {fields.isSigned && (
        <Say
          text="<0>How it works</0> says what you should know."
          parts={[<a key="how" href={href({ view: "how" })} />]}
        />
      )}
    </p>
  );
}
