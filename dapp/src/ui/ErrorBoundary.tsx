import { Component, type ReactNode } from "react";
import { noteOldPage } from "../browser/parts";
import { inWords, t } from "../i18n/i18n";
import { Alert } from "./Alert";
import { PrimaryButton } from "./Button";

interface Props {
  children: ReactNode;
  /** The boundary is around a part of the page: the rest stays, and a notice says what to do. */
  isPart?: boolean;
}

/** Reports that a view failed, for example because its code could not be loaded. */
export class ErrorBoundary extends Component<Props, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidCatch() {
    if (this.props.isPart) noteOldPage();
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    if (this.props.isPart) return null;
    return (
      <main className="page">
        <Alert>{t("This view could not be shown: {problem}", { problem: inWords(error) })}</Alert>
        <p>
          <PrimaryButton onClick={() => location.reload()}>{t("Load the page again")}</PrimaryButton>
        </p>
      </main>
    );
  }
}
