// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Depository} from "../src/Depository.sol";
import {IDepository} from "../src/interfaces/IDepository.sol";
import {DepositoryFixture} from "./support/DepositoryFixture.sol";
import {vm} from "./support/Vm.sol";

/// @notice The same file is checked from TypeScript in `src/eip712.test.ts`.
contract VectorsTest is DepositoryFixture {
    function test_DigestsAndSignaturesAreTheOnesOfTheVectors() public {
        string memory json = vm.readFile("test/vectors/withdrawal.json");
        uint256 key = vm.parseJsonUint(json, ".allocatorPrivateKey");
        uint256 count = 0;
        for (string memory path = _at(0); vm.keyExistsJson(json, path); path = _at(++count)) {
            vm.chainId(vm.parseJsonUint(json, _join(path, ".chainId")));
            address contractAddress = vm.parseJsonAddress(json, _join(path, ".depository"));
            vm.etch(contractAddress, address(depository).code);
            bytes32 digest = Depository(contractAddress).hashWithdrawal(_withdrawal(json, path));
            vm.assertEq(digest, vm.parseJsonBytes32(json, _join(path, ".digest")));
            (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
            vm.assertEq(abi.encodePacked(r, s, v), vm.parseJsonBytes(json, _join(path, ".signature")));
        }
        vm.assertGe(count, 4);
    }

    function _withdrawal(string memory json, string memory path)
        private
        view
        returns (IDepository.Withdrawal memory withdrawal)
    {
        string memory message = _join(path, ".message");
        withdrawal.releases = _releases(json, message);
        withdrawal.token = vm.parseJsonAddress(json, _join(message, ".token"));
        withdrawal.to = vm.parseJsonAddress(json, _join(message, ".to"));
        withdrawal.amount = vm.parseJsonUint(json, _join(message, ".amount"));
        withdrawal.nonce = vm.parseJsonUint(json, _join(message, ".nonce"));
        withdrawal.expiry = vm.parseJsonUint(json, _join(message, ".expiry"));
    }

    function _releases(string memory json, string memory message)
        private
        view
        returns (IDepository.Release[] memory releases)
    {
        uint256 count = 0;
        while (vm.keyExistsJson(json, _release(message, count))) ++count;
        releases = new IDepository.Release[](count);
        for (uint256 i = 0; i < count; ++i) {
            string memory path = _release(message, i);
            releases[i].id = vm.parseJsonBytes32(json, _join(path, ".id"));
            releases[i].depositor = vm.parseJsonAddress(json, _join(path, ".depositor"));
            releases[i].amount = vm.parseJsonUint(json, _join(path, ".amount"));
        }
    }

    function _at(uint256 index) private pure returns (string memory) {
        return string.concat(".cases[", vm.toString(index), "]");
    }

    function _release(string memory message, uint256 index) private pure returns (string memory) {
        return string.concat(message, ".releases[", vm.toString(index), "]");
    }

    function _join(string memory left, string memory right) private pure returns (string memory) {
        return string.concat(left, right);
    }
}
