import { type IncomingMessage, type ServerResponse } from 'node:http';
/** One request as the server heard it. */
export interface Heard {
    readonly method: string;
    readonly path: string;
    readonly query: URLSearchParams;
    readonly headers: IncomingMessage['headers'];
    readonly body: string;
}
/** Writer of a scripted answer. */
export interface Answer {
    json(status: number, body: unknown, headers?: Readonly<Record<string, string>>): void;
    text(status: number, body: string, headers?: Readonly<Record<string, string>>): void;
    /** Opens an event stream. */
    stream(): Stream;
    readonly raw: ServerResponse;
}
export interface Stream {
    send(body: unknown): void;
    write(text: string): void;
    end(): void;
    /** Cuts the connection in the middle. */
    cut(): void;
}
/** A real HTTP server on loopback that answers as its script says. */
export interface ScriptedService {
    readonly url: string;
    readonly heard: readonly Heard[];
    /** Connections that carry an unfinished answer. */
    unfinished(): number;
    /** Stops it. */
    close(): Promise<void>;
}
export type Script = (heard: Heard, answer: Answer) => void | Promise<void>;
/** A service that is closed when the test ends. */
export declare function startService(script: Script): Promise<ScriptedService>;
/** A service for several tests. Its starter closes it. */
export declare function startSharedService(script: Script): Promise<ScriptedService>;
//# sourceMappingURL=startService.d.ts.map