import { Component, type ErrorInfo, type ReactElement, type ReactNode } from 'react';
import { BrokenPage } from './BrokenPage.js';

/** Properties of {@link ErrorBoundary}. */
export interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly error: Error | undefined;
}

/**
 * Shows what can be done where a page breaks, instead of nothing. React asks a class for it: there
 * is no hook of the kind.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  static getDerivedStateFromError(thrown: unknown): ErrorBoundaryState {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  override state: ErrorBoundaryState = { error: undefined };

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo): void {
    console.error(error, componentStack);
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === undefined ? this.props.children : this.#broken(error);
  }

  #broken(error: Error): ReactElement {
    return <BrokenPage error={error} onRetry={() => this.setState({ error: undefined })} />;
  }
}
