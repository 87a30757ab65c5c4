/**
 * Says that a page broke, with a way to load it again: programs that change a page behind its back,
 * as translators of browsers do, leave it half drawn.
 */
export function showFault(error: unknown): void {
  console.error(error);
  if (document.querySelector('.page-fault') !== null) return;
  const notice = document.createElement('p');
  notice.className = 'page-fault';
  notice.setAttribute('role', 'alert');
  const reload = document.createElement('button');
  reload.type = 'button';
  reload.textContent = 'Reload';
  reload.onclick = () => location.reload();
  notice.append('This page failed to load. ', reload);
  document.body.append(notice);
}
