import { z } from 'zod';
import { feeBuckets } from '../feeBuckets.js';

/** A bucket in a request, aliases included. */
export const feeBucketInputSchema = z.enum([...feeBuckets, 'service', 'relay']);
