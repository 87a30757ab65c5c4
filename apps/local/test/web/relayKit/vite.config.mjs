import { defineConfig } from 'vite';

/**
 * The widget asks viem for the units of an empty amount, also when a swap has just succeeded. viem
 * answered 0 when the widget was published; 2.57.1 throws, and React takes the page down. So viem
 * answers 0 here again: a second viem would bring 60 MB. The interface itself stays as it is.
 */
const emptyAmount = {
  name: 'empty-amount',
  transform(code, id) {
    if (!id.endsWith('/viem/_esm/utils/unit/parseUnits.js')) return undefined;
    const own = 'Value.from(value, decimals)';
    if (!code.includes(own)) throw new Error('viem counts units in another way now.');
    return code.replace(own, `value === '' ? 0n : ${own}`);
  },
};

export default defineConfig({ plugins: [emptyAmount], build: { target: 'es2022', minify: false } });
