import { Component, type ReactNode } from "react";
import { inWords, t } from "../i18n/i18n";
import { Alert } from "./Alert";
import { PrimaryButton } from "./Button";
import controls from "./controls.module.css";

/** Says that a view broke down, as when its code could not be loaded, instead of an empty page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <main className={controls.page}>
        <Alert>{t("This view could not be shown: {problem}", { problem: inWords(error) })}</Alert>
        <p>
          <PrimaryButton onClick={() => location.reload()}>{t("Load the page again")}</PrimaryButton>
        </p>
      </main>
    );
  }
}
