/** A value as JSON carries it: what is undefined is left out. */
export type Wire<Value> = Value extends readonly (infer Item)[]
  ? Wire<Item>[]
  : Value extends object
    ? { [Key in keyof Value]: Wire<Exclude<Value[Key], undefined>> }
    : Value;
