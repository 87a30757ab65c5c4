import type { Quote } from '@portage/core';
import { stepShape } from './stepShape.js';
import { findMismatch, type Shape } from './transport/findMismatch.js';
import { invalidAnswer } from './transport/invalidAnswer.js';
import { isRecord } from './transport/isRecord.js';

const amountShape: Shape = { currency: { chainId: 'number', address: 'string' }, amount: 'digits' };

/** Members of any quote that this package reads. */
const quoteShape = {
  requestId: 'hex',
  steps: [stepShape],
  details: {
    sender: 'string',
    recipient: 'string',
    currencyIn: amountShape,
    currencyOut: { ...amountShape, minimumAmount: 'digits' },
    slippageTolerance: 'object',
  },
  protocol: 'object',
} as const satisfies Shape;

/** Members of a quote with an order that this package reads. */
const orderShape: Shape = {
  protocol: {
    v2: {
      orderId: 'hex',
      orderData: {
        version: 'string',
        solverChainId: 'string',
        solver: 'string',
        salt: 'string',
        inputs: [
          {
            payment: { chainId: 'string', currency: 'string', amount: 'digits', weight: 'digits' },
            refunds: [
              {
                chainId: 'string',
                recipient: 'string',
                currency: 'string',
                minimumAmount: 'digits',
                deadline: 'number',
                extraData: 'hex',
              },
            ],
          },
        ],
        output: {
          chainId: 'string',
          payments: [
            {
              recipient: 'string',
              currency: 'string',
              minimumAmount: 'digits',
              expectedAmount: 'digits',
            },
          ],
          calls: ['hex'],
          deadline: 'number',
          extraData: 'hex',
        },
        fees: [
          {
            recipientChainId: 'string',
            recipient: 'string',
            currencyChainId: 'string',
            currency: 'string',
            amount: 'digits',
          },
        ],
      },
      paymentDetails: {
        chainId: 'string',
        depository: 'string',
        currency: 'string',
        amount: 'digits',
      },
    },
  },
};

/**
 * Reads the answer of `POST /quote/v2`. @throws PortageError `INVALID_RESPONSE` with the first
 * member that does not fit
 */
export function readQuote(body: unknown): Quote {
  if (!isQuote(body)) throw invalidAnswer('quote', mismatchOf(body));
  return body;
}

/**
 * The shape lists every member that this package reads; the others are handed through as they came.
 */
function isQuote(body: unknown): body is Quote {
  return mismatchOf(body) === undefined;
}

function mismatchOf(body: unknown): string | undefined {
  const hasOrder =
    isRecord(body) && isRecord(body['protocol']) && body['protocol']['v2'] !== undefined;
  return findMismatch(body, quoteShape) ?? (hasOrder ? findMismatch(body, orderShape) : undefined);
}
