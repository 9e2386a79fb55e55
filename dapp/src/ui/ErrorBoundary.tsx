import { Component, type ReactNode } from "react";
import { inWords, t } from "../i18n/i18n";
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
        <p role="alert" className={controls.alert}>
          {t("This view could not be shown: {problem}", { problem: inWords(error) })}
        </p>
        <p>
          <button type="button" className={controls.primary} onClick={() => location.reload()}>
            {t("Load the page again")}
          </button>
        </p>
      </main>
    );
  }
}
