// unit.js PROGRAM FOLDER: runs a unit test that is WebAssembly, with FOLDER as its /tmp.
'use strict';
const fs = require('fs');
const { WASI } = require('wasi');

const [program, folder] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: [program], preopens: { '/tmp': folder, '.': '.' }, returnOnExit: true });
// called through functions of its own: called at once, node 20 aborts now and then
const system = Object.fromEntries(Object.entries(wasi.wasiImport).map(([name, call]) => [name, (...all) => call(...all)]));
const module_ = new WebAssembly.Module(fs.readFileSync(program));
process.exitCode = wasi.start(new WebAssembly.Instance(module_, { wasi_snapshot_preview1: system }));
