// What every page must be: it asks for nothing, runs nothing, can be read by everybody and on every screen.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { broken, conforming, hostile, several, study } from './reports.js';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SCREENSHOTS = join(process.env.PAGES, 'screenshots');
const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 900 } };
// A rule of each suite that many checks notice, several clients at once included.
const RULES = ['table.etag.stale-replace', 'table.batch.one-partition', 'table.headers.request-id', 'table.concurrency.stale-read'];

// The pages are what is tested here: findings need not be small or certain.
const QUICK = ['--confirm', '1', '--shrink-attempts', '20'];

let browser;
const files = {};

before(async () => {
  mkdirSync(SCREENSHOTS, { recursive: true });
  const suites = ['smoke', 'etag', 'batch', 'headers', 'concurrency'].flatMap((suite) => ['--suite', suite]);
  const folders = {
    broken: await broken('broken', RULES, ...suites, '--cases', '2', ...QUICK),
    axes: await broken('axes', RULES.slice(0, 1), '--suite', 'smoke', '--suite', 'etag', '--axes', 'all', '--cases', '2', ...QUICK),
    hostile: await hostile('hostile'),
    conforming: await conforming('conforming'),
  };
  for (const [name, folder] of Object.entries(folders)) files[name] = join(folder, 'report.html');
  files.several = join(await several('several', [folders.broken, folders.conforming]), 'index.html');
  files.study = join(await study('study'), 'index.html');
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
});

after(() => browser?.close());

/** Opens a page, and notes whatever it asks for and complains about. */
async function open(name, { size = 'desktop', colorScheme = 'light', javaScriptEnabled = true } = {}) {
  const context = await browser.newContext({ viewport: SIZES[size], colorScheme, javaScriptEnabled });
  const page = await context.newPage();
  const seen = { requests: [], complaints: [] };
  page.on('request', (request) => seen.requests.push(request.url()));
  page.on('console', (message) => seen.complaints.push(message.text()));
  page.on('pageerror', (error) => seen.complaints.push(String(error)));
  page.on('dialog', (dialog) => { seen.complaints.push(dialog.message()); dialog.dismiss(); });
  await page.goto(pathToFileURL(files[name]).href, { waitUntil: 'load' });
  return { page, seen, close: () => context.close() };
}

const openAll = (page) => page.evaluate(() => document.querySelectorAll('details').forEach((details) => { details.open = true; }));

for (const name of ['broken', 'axes', 'hostile', 'conforming', 'several', 'study']) {
  describe(`the page "${name}"`, () => {
    test('asks for nothing and complains of nothing', async () => {
      const { page, seen, close } = await open(name);
      await openAll(page);
      await page.waitForFunction(() => [...document.images].every((image) => image.complete));
      const elsewhere = seen.requests.filter((url) => url !== page.url() && !url.startsWith('data:image/svg+xml;'));
      assert.deepEqual(elsewhere, []);
      assert.deepEqual(seen.complaints, []);
      await close();
    });

    test('holds no script and nothing that loads', async () => {
      const { page, close } = await open(name);
      const found = await page.evaluate(() => {
        const handlers = [...document.querySelectorAll('*')].flatMap((element) =>
          element.getAttributeNames().filter((attribute) => attribute.startsWith('on')));
        const loads = document.querySelectorAll('script, iframe, object, embed, link, form, base, meta[http-equiv=refresh], svg a');
        const addresses = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href')).filter((href) => !/^(#|https:\/\/|[\w.-]+\/|[\w-]+\.(json|html|svg))/.test(href));
        return { handlers, loads: [...loads].map((element) => element.outerHTML), addresses, title: document.title, styles: document.querySelectorAll('style').length };
      });
      assert.deepEqual(found.handlers, []);
      assert.deepEqual(found.loads, []);
      assert.deepEqual(found.addresses, []);
      assert.equal(found.styles, 1);
      assert.match(found.title, /tablestakes$/);
      await close();
    });

    test('would let nothing run or load that got in', async () => {
      const { page, close } = await open(name);
      let asked = 0;
      const server = createServer((request, response) => { asked += 1; response.end(); }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const title = await page.title();
      const violations = await page.evaluate((port) => new Promise((resolve) => {
        const blocked = new Set();
        document.addEventListener('securitypolicyviolation', (event) => {
          blocked.add(event.effectiveDirective);
          if (blocked.size >= 3) resolve([...blocked].sort());
        });
        document.body.insertAdjacentHTML('beforeend', `<img src="http://127.0.0.1:${port}/"><style>body { display: none }</style><button onclick="document.title = 'owned'">x</button>`);
        document.querySelector('button').click();
      }), server.address().port);
      assert.ok(violations.some((directive) => directive.startsWith('script-src')), violations.join());
      assert.ok(violations.includes('img-src') && violations.some((directive) => directive.startsWith('style-src')), violations.join());
      assert.equal(await page.title(), title);
      await close();
      server.close();
      assert.equal(asked, 0);
    });

    test('needs no script to be read', async () => {
      const { page, close } = await open(name, { javaScriptEnabled: false });
      assert.ok((await page.locator('main').innerText()).length > 200);
      const summary = page.locator('main summary').first();
      if (await summary.count()) {
        await summary.focus();
        await page.keyboard.press('Enter');
        await page.locator('details[open]').first().waitFor();
      }
      await close();
    });

    test('can be walked through with the keyboard', async () => {
      const { page, close } = await open(name);
      const expected = await page.evaluate(() => {
        const all = [...document.querySelectorAll('a[href], summary, input, [tabindex="0"]')].filter((element) => element.checkVisibility({ contentVisibilityAuto: true }));
        all.forEach((element, place) => element.setAttribute('data-place', place));
        return all.length;
      });
      assert.ok(expected > 5);
      const reached = new Set();
      for (let pressed = 0; pressed < expected + 5 && reached.size < expected; pressed += 1) {
        await page.keyboard.press('Tab');
        const place = await page.evaluate(() => document.activeElement?.getAttribute('data-place'));
        if (place !== null && place !== undefined) reached.add(place);
      }
      assert.equal(reached.size, expected);
      await close();
    });

    for (const colorScheme of ['light', 'dark']) {
      test(`has nothing that axe complains of, ${colorScheme}`, async () => {
        const { page, close } = await open(name, { colorScheme });
        // As many open rules as there are kinds of things in them; the others are made of the same.
        await page.evaluate(() => document.querySelectorAll('details').forEach((details, place) => { details.open = place % 5 === 0; }));
        await page.evaluate(AXE);
        const violations = await page.evaluate(async () => {
          const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
          const { violations } = await window.axe.run(document, { runOnly: tags, resultTypes: ['violations'] });
          return violations.map(({ id, nodes }) => `${id}: ${nodes.length}, first ${nodes[0].html.slice(0, 200)} ${nodes[0].failureSummary}`);
        });
        assert.deepEqual(violations, []);
        await close();
      });
    }

    test('fits a screen 360 pixels wide', async () => {
      const { page, close } = await open(name, { size: 'phone' });
      await openAll(page);
      const wide = await page.evaluate(() => {
        const width = document.documentElement.clientWidth;
        const outside = [...document.body.querySelectorAll('*')].filter((element) =>
          !element.closest('.scroll') && !element.closest('.skip-link') && element.getBoundingClientRect().right > width + 1);
        return { page: document.documentElement.scrollWidth, outside: outside.slice(0, 3).map((element) => element.outerHTML.slice(0, 200)) };
      });
      assert.deepEqual(wide, { page: 360, outside: [] });
      await close();
    });

    test('prints what is folded', async () => {
      const { page, close } = await open(name);
      await page.emulateMedia({ media: 'print' });
      const hidden = await page.evaluate(() => [...document.querySelectorAll('details > :not(summary)')].filter((inside) => inside.getBoundingClientRect().height === 0).length);
      assert.equal(hidden, 0);
      await close();
    });

    test('is photographed', async () => {
      for (const size of Object.keys(SIZES)) {
        for (const colorScheme of ['light', 'dark']) {
          const { page, close } = await open(name, { size, colorScheme });
          await page.screenshot({ path: join(SCREENSHOTS, `${name}-${size}-${colorScheme}.png`) });
          const rule = page.locator('details.rule').first();
          if (await rule.count()) {
            await rule.locator('summary').click();
            await rule.evaluate((element) => element.scrollIntoView());
            await page.screenshot({ path: join(SCREENSHOTS, `${name}-${size}-${colorScheme}-rule.png`) });
          }
          await close();
        }
      }
    });
  });
}

describe('ways through a report', () => {
  test('a cell of the matrix leads to the checks of its suite, and from there to the rule', async () => {
    const { page, close } = await open('broken');
    await page.locator('.matrix td.fails a').first().click();
    const rule = page.locator('.suite[open] .checks a').first();
    const id = await rule.innerText();
    await rule.click();
    await page.locator(`details.rule[open] [id="rule-${id}"]`).waitFor();
    await close();
  });

  test('a finding shows what was sent, both answers, and how to see it again', async () => {
    const { page, close } = await open('broken');
    const rule = page.locator('details.rule.fails', { hasText: 'table.etag.stale-replace' }).first();
    await rule.locator('summary').click();
    for (const part of ['Sent', 'The target answered', 'The reference answers', 'tablestakes replay', 'allowed']) {
      await rule.getByText(part).first().waitFor();
    }
    assert.ok(await rule.locator('mark').count() > 0);
    await close();
  });

  test('the boxes hide the causes of a loss, without a script', async () => {
    const { page, close } = await open('broken', { javaScriptEnabled: false });
    const causes = page.locator('details.rule.impact-data');
    assert.ok(await causes.first().isVisible());
    await page.locator('#show-data').uncheck();
    assert.ok(!(await causes.first().isVisible()));
    await page.locator('#show-data').check();
    assert.ok(await causes.first().isVisible());
    await close();
  });

  test('a finding of several clients has its picture', async () => {
    const { page, close } = await open('broken');
    await openAll(page);
    const sizes = await page.evaluate(() => [...document.querySelectorAll('img.picture')].map((image) => image.naturalWidth));
    assert.ok(sizes.length > 0 && sizes.every((width) => width > 0), sizes.join());
    await close();
  });

  test('the hostile target is quoted, not obeyed', async () => {
    const { page, close } = await open('hostile');
    await openAll(page);
    const text = await page.locator('main').innerText();
    assert.ok(text.includes('<script>document.title="owned"</script>'));
    assert.ok(text.includes('\\u{202e}') && text.includes('\\u{1b}[2J') && !text.includes('\u202e'));
    await close();
  });

  test('a cell of several targets leads to the rule in the report of one', async () => {
    const { page, close } = await open('several');
    await page.locator('.matrix .check td.fails a').first().click();
    await page.waitForURL(/report\.html#rule-/);
    await page.locator('details.rule[open]').first().waitFor();
    await close();
  });
});
