/**
 * Server for comparison: Fastify that checks the body against the same schema as `POST /quote/v2`
 * and sends a fixed buffer of the same length as a real answer. Arguments: LENGTH.
 */
import { quoteBodySchema } from '@portage/core/schemas';
import Fastify from 'fastify';
import { z } from 'zod';

const length = Number(process.argv[2]);
const answer = Buffer.from(JSON.stringify({ padding: 'x'.repeat(Math.max(0, length - 14)) }));

const server = Fastify({ bodyLimit: 65_536 });
server.post(
  '/quote/v2',
  { schema: { body: z.toJSONSchema(quoteBodySchema, { io: 'input', target: 'draft-7' }) } },
  (_request, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(answer),
);
const url = await server.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ url, pid: process.pid })}\n`);
process.on('SIGTERM', () => {
  void server.close();
});
