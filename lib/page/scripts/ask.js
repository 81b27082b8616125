/*
 * ask.js: what the scripts of all pages share: elements, names, and the module, which is asked for
 * what the page shows (worker.js). The build puts it before page.js and before sheet.js.
 */

const one = (selector, from = document) => from.querySelector(selector);
const all = (selector, from = document) => [...from.querySelectorAll(selector)];

/* An element with attributes, and texts or elements in it. */
function make(tag, attributes = {}, ...inside) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
        else if (value === true) element.setAttribute(name, '');
        else if (value !== false && value != null) element.setAttribute(name, value);
    }
    element.append(...inside);
    return element;
}

/* ---- what the page was given ---- */

const textOf = bytes => new TextDecoder().decode(bytes);
const asWritten = textOf(bytesOf(one('script.request').textContent)).split('\n').filter(line => line);

/* A file of the page, as the worker takes it. */
const packedOf = ({ dataset, textContent }) => ({ name: dataset.name, packed: dataset.packed, letters: textContent });
const fileOf = name => packedOf(all('script.file').find(file => file.dataset.name === name));

/* ---- names ---- */

/* A text in which names are set: "e_{1,2} is 2" has 1,2 as a subscript. */
function typeset(text) {
    const parts = [], name = /([^\s_{}=,;:()"']+)_(?:\{([^{}]*)\}|([\p{L}\p{N}]+))/gu;
    let end = 0;
    for (const found of text.matchAll(name)) {
        parts.push(text.slice(end, found.index), make('i', {}, found[1]), make('sub', {}, found[2] || found[3]));
        end = found.index + found[0].length;
    }
    return [...parts, text.slice(end)];
}

/* Names that stand in a text of the page as they are written. */
function setNames(element) {
    for (const node of [...element.childNodes]) {
        const parts = node.nodeType === Node.TEXT_NODE ? typeset(node.data) : [];
        if (parts.length > 1) node.replaceWith(...parts);
    }
}

/* The same to be read out: "e 1,2". */
const spoken = name => name.replace(/[_{]+/g, ' ').replace(/}/g, '');

/* ---- the address: what the reader did, as lines behind the # ---- */

function addressLines() {
    const lines = location.hash.slice(1).split('&').map(part => {
        try { return decodeURIComponent(part); } catch { return ''; }
    });
    return lines.filter(line => line && !/[\r\n]/.test(line));
}

function writeLines(lines) {
    const hash = lines.map(encodeURIComponent).join('&');
    if (location.protocol === 'about:') return; /* in the frame of a notebook: it has no address of its own */
    history.replaceState(null, '', hash ? '#' + hash : location.pathname + location.search);
}

/* ---- the module ---- */

let worker = null, asked = 0;
const ownFiles = [], waiting = new Map(); /* what is done with an answer, by the number of what was asked */

function answerAll(text) {
    for (const take of waiting.values()) take({ told: false, text });
    waiting.clear();
}

function start() {
    const code = new Blob([one('script.worker').textContent], { type: 'text/javascript' });
    worker = new Worker(URL.createObjectURL(code));
    worker.onmessage = ({ data }) => {
        const take = waiting.get(data.id);
        waiting.delete(data.id);
        if (take) take(data.told ? data : { ...data, text: asSaid(data.text) });
    };
    worker.onerror = () => answerAll('This browser cannot compute the lesson; the page stays as it is.');
    worker.postMessage({ module: packedOf(one('script.module')), files: [...all('script.file').map(packedOf), ...ownFiles] });
}

/* A fault as a page says it: its reader knows of no file, nor where in it something stands. */
const asSaid = text => text.replace(/^(sets|arithmetics|inputs|without|sentence|standard input)(:\d+)*: /, '');

/* Another file for the module, in place of an earlier one of this name. */
function bring(file) {
    const same = ownFiles.findIndex(({ name }) => name === file.name);
    ownFiles.splice(same < 0 ? ownFiles.length : same, 1, file);
    if (worker) worker.postMessage({ files: [file] });
}

/* { told, text }, in the end. */
function ask(lines) {
    if (!worker) start();
    return new Promise(take => {
        waiting.set(++asked, take);
        worker.postMessage({ id: asked, request: lines.join('\n') });
    });
}

function stopAsking(why) {
    if (worker) worker.terminate();
    worker = null;
    answerAll(why);
}
