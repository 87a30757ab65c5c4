import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
/** A service that is closed when the test ends. */
export async function startService(script) {
    const service = await startSharedService(script);
    onTestFinished(() => service.close());
    return service;
}
/** A service for several tests. Its starter closes it. */
export async function startSharedService(script) {
    const heard = [];
    let unfinished = 0;
    const server = createServer((request, response) => {
        unfinished += 1;
        response.on('close', () => (unfinished -= 1));
        const chunks = [];
        request.on('data', (chunk) => chunks.push(chunk));
        request.on('end', () => {
            const url = new URL(request.url ?? '/', 'http://service');
            const entry = {
                method: request.method ?? '',
                path: url.pathname,
                query: url.searchParams,
                headers: request.headers,
                body: Buffer.concat(chunks).toString(),
            };
            heard.push(entry);
            void script(entry, answerOn(response));
        });
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const close = async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
    };
    const { port } = server.address();
    return { url: `http://127.0.0.1:${port}`, heard, unfinished: () => unfinished, close };
}
function answerOn(response) {
    const text = (status, body, headers = {}) => {
        response.writeHead(status, headers).end(body);
    };
    return {
        raw: response,
        text,
        json: (status, body, headers) => text(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers }),
        stream: () => {
            response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
            response.flushHeaders();
            return {
                send: (body) => void response.write(`data: ${JSON.stringify(body)}\n\n`),
                write: (chunk) => void response.write(chunk),
                end: () => void response.end(),
                cut: () => void response.destroy(),
            };
        },
    };
}
//# sourceMappingURL=startService.js.map