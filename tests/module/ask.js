// ask.js PAGE FOLDER: asks the module of a page, without a browser, through the page's own worker. Standard input
// is a list of requests, each a list of lines behind those of the page; the answers become the files 0, 1, … of FOLDER,
// and standard output a list that says which of them were told.
'use strict';
const fs = require('fs');
const path = require('path');
const vm = require('vm');

const [page, folder] = process.argv.slice(2);
const scripts = [...fs.readFileSync(page, 'utf8').matchAll(
    /<script type="application\/base64" class="(\w+)" data-name="([^"]*)">([^<]*)<\/script>/g)]
    .map(([, kind, name, base64]) => ({ kind, name, base64 }));
const of = kind => scripts.filter(script => script.kind === kind);
const text = base64 => Buffer.from(base64, 'base64').toString('utf8');
const written = text(of('request')[0].base64).split('\n').filter(line => line);
const requests = JSON.parse(fs.readFileSync(0, 'utf8'));
const told = [];

globalThis.onmessage = null;
globalThis.postMessage = answer => {
    fs.writeFileSync(path.join(folder, String(answer.id)), answer.text);
    told[answer.id] = answer.told;
    if (answer.id + 1 === requests.length) console.log(JSON.stringify(told));
};
vm.runInThisContext(text(of('worker')[0].base64), { filename: 'worker.js' });
globalThis.onmessage({ data: { module: of('module')[0].base64, files: of('file') } });
requests.forEach((lines, id) => globalThis.onmessage({ data: { id, request: [...written, ...lines].join('\n') } }));
