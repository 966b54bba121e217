import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { SourceFailure } from '../../ports/source-driver.ts';
import type { SourceSettings } from '../../ports/source-store.ts';
import { createFolderSource } from './folder.ts';

const OPTIONS = { revision: null, itemsMax: 100, signal: new AbortController().signal };

function at(location: string): SourceSettings {
  return {
    ...{ name: 'n', kind: 'folder', location, branch: null },
    ...{ include: [], tags: [], intervalMs: null },
  };
}

describe('a folder as a source', () => {
  it('lists files at any depth, without hidden ones and links', async () => {
    const root = realpathSync(temporaryFolder());
    mkdirSync(join(root, 'guide/.git'), { recursive: true });
    for (const name of ['a.md', 'guide/b.md', 'guide/.git/c.md', '.hidden.md'])
      writeFileSync(join(root, name), name);
    symlinkSync('/etc/passwd', join(root, 'passwd.txt'));
    const driver = createFolderSource({ roots: [root] });
    await using listing = await driver.list(at(root), OPTIONS);
    assert.deepEqual(listing.items.map(({ key }) => key).sort(), ['a.md', 'guide/b.md']);
    const item = listing.items.find(({ key }) => key === 'a.md')!;
    await using opened = await item.open(null, OPTIONS);
    assert.equal(Buffer.concat(await Array.fromAsync(opened!.body)).toString(), 'a.md');
    assert.equal(await item.open(opened!.mark, OPTIONS), undefined);
  });

  it('is refused outside of its roots, also by a link in a root', async () => {
    const root = realpathSync(temporaryFolder());
    const outside = realpathSync(temporaryFolder());
    symlinkSync(outside, join(root, 'link'));
    const driver = createFolderSource({ roots: [root] });
    for (const location of [outside, join(root, '..'), `${root}x`, `${root}/../${outside}`, 'relative', '/'])
      assert.ok(driver.vet(at(location)) !== undefined, location);
    for (const location of [root, `${root}/`, join(root, 'link')])
      assert.equal(driver.vet(at(location)), undefined, location);
    await assert.rejects(() => driver.list(at(join(root, 'link')), OPTIONS), SourceFailure);
    assert.ok(createFolderSource({ roots: [] }).vet(at(root)) !== undefined);
  });

  it('fails rather than to look empty', async () => {
    const root = realpathSync(temporaryFolder());
    const driver = createFolderSource({ roots: [root] });
    await assert.rejects(() => driver.list(at(join(root, 'gone')), OPTIONS), /There is no folder at/);
    writeFileSync(join(root, 'a.md'), '');
    writeFileSync(join(root, 'b.md'), '');
    await assert.rejects(() => driver.list(at(root), { ...OPTIONS, itemsMax: 1 }), /more than 1 documents/);
  });
});
