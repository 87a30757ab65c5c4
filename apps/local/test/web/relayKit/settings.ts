/** Settings of the page, as its address carries them. */
export interface Settings {
  /** Address of the service. */
  readonly api: string;
  /** View of the page: the widget, unless it is `queries`, or `bridge` with our own SDK. */
  readonly view: string;
  /** Request, payer and deposit address that the queries ask for. */
  readonly requestId: string;
  readonly user: string;
  readonly depositAddress: string;
}

/** Settings of this page; texts that its address leaves out are empty. */
export function readSettings(): Settings {
  const query = new URLSearchParams(location.search);
  const text = (name: keyof Settings): string => query.get(name) ?? '';
  return {
    api: text('api'),
    view: text('view'),
    requestId: text('requestId'),
    user: text('user'),
    depositAddress: text('depositAddress'),
  };
}
