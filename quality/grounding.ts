import { parseArgs } from 'node:util';
import { measureGrounding, renderGrounding } from './grounding-report.ts';

const USAGE = `node quality/grounding.ts --data FOLDER [--json]

Verifies claims that people judged, and sentences that were edited by a generator, as answers are verified, and prints
how many are judged right. The edits are the same at every run.`;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help || !values.data) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

const report = measureGrounding(values.data);
console.log(values.json ? JSON.stringify(report, null, 2) : renderGrounding(report));
