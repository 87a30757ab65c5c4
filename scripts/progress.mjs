/**
 * Progress of a set-up, in a line: rewritten in place on a terminal, else one line for each change.
 * A step that is done in a moment says nothing. Plain JavaScript, because it runs before there is
 * anything to compile it with.
 */

/** Milliseconds until a step says that it runs: most set-ups have nothing to do. */
const silentMs = 1_500;

/** Milliseconds after which a line is said again where nothing rewrites it. */
const repeatMs = 30_000;

/** Milliseconds between two lines that say how far a step is, where nothing rewrites them. */
const advanceMs = 2_000;

/** Shows steps on a stream; `now` is the time in milliseconds. */
export function createProgress(stream, { now = Date.now } = {}) {
  let step;
  let shownAt;
  let shownText;
  let timer;

  const show = () => {
    const time = now();
    if (step === undefined || time - step.startedAt < silentMs) return;
    const restMs = step.text === shownText ? repeatMs : advanceMs;
    if (!stream.isTTY && shownAt !== undefined && time - shownAt < restMs) return;
    const seconds = Math.round((time - step.startedAt) / 1000);
    const text = `${step.text} (${seconds} s)`;
    stream.write(stream.isTTY ? `\r\x1b[K${text}` : `${text} …\n`);
    shownAt = time;
    shownText = step.text;
  };

  const clear = () => {
    if (stream.isTTY && shownAt !== undefined) stream.write('\r\x1b[K');
    shownAt = undefined;
  };

  return {
    /** Begins a step; the one before is over. */
    begin(text) {
      clear();
      clearInterval(timer);
      step = { text, startedAt: now() };
      timer = setInterval(show, 500);
      timer.unref();
    },
    /** Says how far the step is. */
    advance(text) {
      step = { ...step, text };
      show();
    },
    /** Ends the last step; returns nothing and leaves no line behind on a terminal. */
    end() {
      clear();
      clearInterval(timer);
      step = undefined;
    },
  };
}

/**
 * Reads the output of a build line by line and says which package is built, as
 * `building 7 of 22 @portage/client`. Packages whose build is kept are counted, not named.
 */
export function createBuildReader(onPackage) {
  let total = 0;
  let count = 0;
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      total = Number(/Running build in (\d+) packages/.exec(line)?.[1] ?? total);
      const [, name, outcome] = /^(\S+):build: cache (hit|miss|bypass)/.exec(line) ?? [];
      if (name !== undefined) count += 1;
      if (name !== undefined && outcome !== 'hit')
        onPackage(`building ${count} of ${total} ${name}`);
    }
  };
}

/**
 * Reads the output of the compiler and says which package it compiles, as
 * `compiling 7 of 33 packages/client`. Packages that are as they were are not named.
 */
export function createCompileReader(onPackage) {
  let total = 0;
  let count = 0;
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      if (/^ +\* .*\/tsconfig/.test(line)) total += 1;
      const [, project, isStale] =
        / - (?:Building p|P)roject '(.+?)\/tsconfig\.json'(\.\.\.)?/.exec(line) ?? [];
      if (project === undefined) continue;
      if (isStale !== undefined) onPackage(`compiling ${count} of ${total} ${project}`);
      else count += 1;
    }
  };
}
