import { Gauge, type Registry } from 'prom-client';
import type { ClockWatch } from '../clock/clockWatch.js';

/** Registers how far the clock of the process is from those of the chains and of the database. */
export function registerClockMetrics(registers: Registry[], clock: ClockWatch): void {
  new Gauge({
    name: 'portage_clock_offset_seconds',
    help: 'Seconds that the clock of the process is ahead of another clock.',
    labelNames: ['against'],
    registers,
    collect() {
      this.reset();
      for (const { against, seconds } of clock.offsets()) this.set({ against }, seconds);
    },
  });
}
