import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sqrtRatioAtTick, tickMax } from './sqrtRatioAtTick.js';

test('published ratios come out to the unit', () => {
  // TickMath's own bounds, and the values of its specification in Uniswap/v3-core.
  expect([-887272, -887271, 0, 887271, 887272].map(sqrtRatioAtTick)).toEqual([
    4295128739n,
    4295343490n,
    1n << 96n,
    1461373636630004318706518188784493106690254656249n,
    1461446703485210103287273052203988822378723970342n,
  ]);
  expect(
    [50, 100, 250, 500, 1_000, 50_000, 500_000, 738_203].map((tick) => [
      sqrtRatioAtTick(-tick),
      sqrtRatioAtTick(tick),
    ]),
  ).toMatchInlineSnapshot(`
    [
      [
        79030349367926598376800521322n,
        79426470787362580746886972461n,
      ],
      [
        78833030112140176575862854579n,
        79625275426524748796330556128n,
      ],
      [
        78244023372248365697264290337n,
        80224679980005306637834519095n,
      ],
      [
        77272108795590369356373805297n,
        81233731461783161732293370115n,
      ],
      [
        75364347830767020784054125655n,
        83290069058676223003182343270n,
      ],
      [
        6504256538020985011912221507n,
        965075977353221155028623082916n,
      ],
      [
        1101692437043807371n,
        5697689776495288729098254600827762987878n,
      ],
      [
        7409801140451n,
        847134979253254120489401328389043031315994541n,
      ],
    ]
  `);
});

test('ratios grow with ticks, by a factor of 1.0001 a tick', () => {
  fc.assert(
    fc.property(fc.integer({ min: -tickMax, max: tickMax - 1 }), (tick) => {
      const [here, next] = [sqrtRatioAtTick(tick), sqrtRatioAtTick(tick + 1)];
      expect(next).toBeGreaterThan(here);
      expect(Math.abs((Number(next) / Number(here)) ** 2 - 1.0001)).toBeLessThan(1e-9);
    }),
  );
});
