// What both scripts of the status page draw and read with.

/** Place of the page that has an id. @param {string} id */
export function place(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no ${id}`);
  return found;
}

/**
 * Makes an element; what it says is text alone.
 *
 * @param {string} name
 * @param {{ className?: string, text?: string, title?: string, href?: string }} [members]
 * @param {Node[]} [children]
 */
export function element(
  name,
  { className = '', text = '', title = '', href = '' } = {},
  children = [],
) {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  if (text !== '') made.textContent = text;
  if (title !== '') made.title = title;
  if (href !== '') {
    made.setAttribute('href', href);
    made.setAttribute('rel', 'noreferrer');
  }
  made.append(...children);
  return made;
}

/** Reads an endpoint as JSON. @param {string} path */
export async function read(path) {
  const response = await fetch(path, { headers: { accept: 'application/json' } });
  if (response.status === 429) throw new Error('asked too often; the next look is later');
  // What is down says so in the same words.
  if (!response.ok && !(path === '/health' && response.status === 503))
    throw new Error(`${path} answers ${String(response.status)}`);
  return response.json();
}
