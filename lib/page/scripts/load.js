/*
 * load.js: begins the script of the page, which stands there packed. The page's policy names both by
 * their checksums.
 */
(async () => {
    const code = document.querySelector('script.script'), script = document.createElement('script');
    script.textContent = new TextDecoder().decode(await unpacked(bytesOf(code.textContent), code.dataset.packed));
    document.body.append(script);
})();
