import { Component, type ReactNode } from "react";

/** Says that a view broke down, as when its code could not be loaded, instead of an empty page. */
export class Failure extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <main>
        <p role="alert">This view could not be shown: {error.message}</p>
        <button type="button" onClick={() => location.reload()}>
          Load the page again
        </button>
      </main>
    );
  }
}
