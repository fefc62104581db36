/** `npm run setup`: by the time this runs, packages, Node and the web app are in place: a start takes a second from now on. */
console.log("Everything that serving needs is in place.");
