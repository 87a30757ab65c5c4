/** Tool that carries out every step: LI.FI names its bridges and exchanges so. */
export const tool = 'portage';

/** The tool as LI.FI's answers show it. */
export const toolDetails: {
  readonly key: string;
  readonly name: string;
  readonly logoURI: string;
} = { key: tool, name: 'Portage', logoURI: '' };
