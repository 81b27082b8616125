// ask.js PAGE FOLDER: asks the module of a page, without a browser, through the page's own worker. Standard input
// is a list of requests, each a list of lines behind those of the page; the answers become the files 0, 1, … of FOLDER,
// and standard output a list that says which of them were told.
'use strict';
const fs = require('fs');
const path = require('path');
const vm = require('vm');

const [page, folder] = process.argv.slice(2);
const text = fs.readFileSync(page, 'utf8');
const parts = [...text.matchAll(/<script type="[^"]*" class="(\w+)"([^>]*)>([^<]*)<\/script>/g)].map(([, kind, rest, letters]) => {
    const { name, packed } = Object.fromEntries([...rest.matchAll(/ data-(\w+)="([^"]*)"/g)].map(found => found.slice(1)));
    return { kind, name, packed, letters };
});
const of = kind => parts.filter(part => part.kind === kind);
const requests = JSON.parse(fs.readFileSync(0, 'utf8'));
const told = [];

globalThis.onmessage = null;
globalThis.postMessage = answer => {
    fs.writeFileSync(path.join(folder, String(answer.id)), answer.text);
    told[answer.id] = answer.told;
    if (answer.id + 1 === requests.length) console.log(JSON.stringify(told));
};
vm.runInThisContext(text.match(/<script type="text\/plain" class="worker">([^]*?)<\/script>/)[1], { filename: 'worker.js' });
const written = Buffer.from(bytesOf(of('request')[0].letters)).toString('utf8').split('\n').filter(line => line);
globalThis.onmessage({ data: { module: of('module')[0], files: of('file') } });
requests.forEach((lines, id) => globalThis.onmessage({ data: { id, request: [...written, ...lines].join('\n') } }));
